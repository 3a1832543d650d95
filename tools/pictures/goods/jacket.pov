// Jackets on a bust. K: 0 rain jacket with a hood, 1 softshell, 2 fleece.
#ifndef (K) #declare K = 0; #end
#declare Zoom = 21.5; #declare LookY = 1.34;
#include "stage.inc"
#switch (K)
 #case (0) #declare C = Sky; #declare D = Slate; #declare Zip = Paper; #break
 #case (1) #declare C = SlateM; #declare D = Clay; #declare Zip = Coal; #break
 #case (2) #declare C = srgb <.62,.60,.56>; #declare D = Slate; #declare Zip = Clay; #break
#end
#macro Stuff(Co) #if (K=2) pigment { color Co } finish { diffuse .82 } normal { granite .35 scale .09 } #else Cloth(Co) #end #end
#macro Torso(S) lathe { cubic_spline 11 <.5,-.2>,<.84,0>,<.85,.05>,<.80,.5>,<.84,1.1>,<.90,1.5>,<.82,1.86>,<.55,2.08>,<.33,2.2>,<.30,2.3>,<.30,2.5> sturm scale <S,1,S*.62> } #end
#macro Sleeve(S) sphere_sweep { cubic_spline 6 <S*.40,2.08,0>,.24 <S*.68,1.83,0>,.245 <S*.97,1.25,-.04>,.205 <S*1.06,.72,-.12>,.185 <S*1.03,.18,-.24>,.165 <S*1.0,-.05,-.3>,.15 } #end
union {
 difference { object { Torso(1.03) } plane { y,.02 } plane { -y,-2.3 } Stuff(C) }
 object { Sleeve(-1) Stuff(C) } object { Sleeve(1) Stuff(C) }
 // yoke over the shoulders
 difference { object { Torso(1.042) } box { <-3,-3,-3>,<3,1.52,3> } plane { -y,-2.2 } Stuff(D) }
 #declare s = -1; #while (s<2) cone { <s*1.045,.34,-.205>,.192,<s*1.025,.13,-.25>,.182 Stuff(D) } #declare s = s+2; #end
 // hem
 difference { object { Torso(1.045) } plane { y,.02 } plane { -y,-.16 } Stuff(D) }
 // collar
 difference { union { lathe { cubic_spline 7 <.45,2.02>,<.40,2.06>,<.37,2.2>,<.37,2.42>,<.37,2.5>,<.33,2.52>,<.2,2.52> sturm } scale <1,1,.78> } cylinder { <0,2.1,0>,<0,2.8,0>,.31 scale <1,1,.76> }
  Stuff(D) }
 // zip, pockets
 intersection { object { Torso(1.06) } box { <-.022,.03,-2>,<.022,2.2,0> } Pl(Zip) }
 box { <-.02,2.1,-.33>,<.02,2.5,-.27> Pl(Zip) }
 #declare s = -1; #while (s<2) intersection { object { Torso(1.052) } box { <-.018,-.2,-2>,<.018,.2,0> rotate z*s*-18 translate <s*.47,.62,0> } Pl(Zip) } #declare s = s+2; #end
 #if (K=0)
  // hood, resting on the back; reflective band
  difference { sphere { 0,1 scale <.50,.40,.44> translate <0,2.44,.20> } sphere { 0,1 scale <.42,.40,.42> translate <0,2.56,.06> } Stuff(C) }
  intersection { object { Torso(1.055) } box { <-3,.98,-3>,<3,1.10,3> } pigment { srgb <.80,.82,.85> } finish { diffuse .6 specular .5 roughness .05 reflection .08 } }
 #end
 intersection { object { Torso(1.062) } object { Pane(.15,.19,3) translate <.40,1.72,0> } Pl(Paper) }
 cylinder { <0,2.1,0>,<0,2.44,0>,.26 pigment { srgb <.30,.33,.37> } scale <1,1,.76> }
 cylinder { <0,-.4,0>,<0,.1,0>,.09 texture { Steel } }
 rotate y*-20 translate y*.36 scale .97 }
cylinder { 0,<0,.06,0>,.60 texture { Steel } }
cylinder { 0,<0,.5,0>,.06 texture { Steel } }
